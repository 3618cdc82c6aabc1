-- A photo that was rejected as it waited is a measure, too. Its ground can be a rule for photos, which needs no further words:
-- then the time at which the photo was added tells which one it was.
alter table measures add column about_at timestamptz;

alter table measures drop constraint measures_ground;
alter table measures add constraint measures_ground check (ground in ('respect', 'own', 'selling', 'harm', 'robots', 'adult',
  'law', 'photo-not-you', 'photo-sexual', 'photo-contact', 'photo-unclear'));
alter table measures add constraint measures_photo check (kind = 'photo' or ground not like 'photo-%');

alter table measures drop constraint measures_facts;
alter table measures add constraint measures_facts check (facts <> '' or (ground like 'photo-%' and about_at is not null));
