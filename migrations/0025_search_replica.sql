-- While nodes read a replica, one of them writes this row each second: its age on the replica is how far that lags.
create table replica_heartbeat (
  one boolean not null default true,
  at timestamptz not null default now(),
  constraint replica_heartbeat_pkey primary key (one),
  constraint replica_heartbeat_one check (one)
);
insert into replica_heartbeat default values;
