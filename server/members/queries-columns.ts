import { profileAttributes } from '../../contract/members/attributes.ts';

export const attributeColumns = profileAttributes.map((name) => `p.${name}`).join(', ');

/** The columns that `presentOwnProfile` reads, for any statement that reads a profile `p` and its member `m`. */
export const ownProfileColumns = `p.member_id, m.site, p.name, p.gender, p.sexuality, p.date_of_birth, p.country, p.region, p.town, p.about, ${attributeColumns},
          p.interests, p.languages, p.status, p.invisible, p.paused_until, p.visitors_see_photo, p.fictional,
          m.paid_at is not null as paid, m.sensitive_consent_at is not null as consent,
          coalesce((select json_agg(json_build_object('photo_id', h.photo_id, 'position', h.position, 'status', h.status, 'refusal', h.refusal)
                                    order by h.position)
                      from photos h where h.member_id = p.member_id), '[]') as photos`;
