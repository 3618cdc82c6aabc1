-- What the two members of a conversation answered to the question of a gift: each once, by a choice of three.
create table gift_answers (
  conversation_id uuid not null,
  -- The gift's message.
  seq integer not null,
  member_id uuid not null,
  answer smallint not null,
  answered_at timestamptz not null,
  constraint gift_answers_pkey primary key (conversation_id, seq, member_id),
  constraint gift_answers_message_fkey foreign key (conversation_id, seq) references messages (conversation_id, seq),
  constraint gift_answers_answer check (answer between 1 and 3)
);
