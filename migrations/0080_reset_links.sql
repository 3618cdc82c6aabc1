-- The reset link that still works is sent again when another is requested: with the secret of the installation, its token
-- follows from this id.
alter table members add column reset_link_id uuid;
alter table members add column reset_link_at timestamptz;
