-- Members in whose e-mails neither sender nor subject nor preview says what they are about or who sent them.
set local lock_timeout = '10s';

alter table members add column discreet_mail boolean not null default false;
