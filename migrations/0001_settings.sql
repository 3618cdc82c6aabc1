-- Settings are inherited: default, then niche, then domain. Small reference tables, replicated to every node.
create table setting_scopes (
  scope text primary key,
  values jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  constraint setting_scopes_scope check (scope = 'default' or scope like 'niche:%' or scope like 'domain:%')
);

create table domains (
  host text primary key,
  niche int not null default 1,
  constraint domains_niche check (niche between 1 and 7)
);

insert into setting_scopes (scope) values ('default');

-- Rate limits that hold across nodes and restarts; the layout is that of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
