-- Distributes the tables over many machines with the Citus extension. Run it once on an empty coordinator, after the
-- migrations. A test checks that this list covers the schema.

-- Small tables, replicated to every node.
select create_reference_table('migrations');
select create_reference_table('installation');
select create_reference_table('setting_scopes');
select create_reference_table('domains');
select create_reference_table('bundles');
select create_reference_table('bundle_prices');
select create_reference_table('discount_codes');
select create_reference_table('networks');
select create_reference_table('return_progress');
select create_reference_table('departures');
select create_reference_table('departure_reasons');
select create_reference_table('sign_up_requests');
select create_reference_table('terms_seen');
select create_reference_table('withdrawal_tasks');
select create_reference_table('mismatches');
select create_reference_table('withdrawal_requests');
select create_reference_table('complaints');
select create_reference_table('complaint_files');
select create_reference_table('evidence_pictures');
select create_reference_table('complaint_evidence');
select create_reference_table('complaint_answers');
select create_reference_table('measures');
select create_reference_table('desk_acts');

-- Lookup tables, each distributed by its lookup key.
select create_distributed_table('source_days', 'network');
select create_distributed_table('rate_limits', 'key');
select create_distributed_table('attempts', 'subject');
select create_distributed_table('erasures', 'member_hash');
select create_distributed_table('member_emails', 'email_key');
select create_distributed_table('member_names', 'name_key');
select create_distributed_table('sessions', 'token_hash');
select create_distributed_table('tokens', 'token_hash');
select create_distributed_table('passkey_challenges', 'challenge_hash');
select create_distributed_table('discount_holders', 'holder');
select create_distributed_table('start_credit_holders', 'holder');
select create_distributed_table('provider_payments', 'provider_payment_id');
select create_distributed_table('receipt_counters', 'company');
select create_distributed_table('receipt_numbers', 'company');
select create_distributed_table('debit_subjects', 'subject');
select create_distributed_table('debit_uses', 'subject', colocate_with => 'debit_subjects');
select create_distributed_table('conversation_pairs', 'low_id');
select create_distributed_table('photo_queue', 'queue');
select create_distributed_table('photo_owners', 'photo_id');
select create_distributed_table('photo_decisions', 'photo_id');
select create_distributed_table('push_endpoints', 'endpoint_hash');

-- Data of a member is stored on the node of the member.
select create_distributed_table('members', 'member_id');
select create_distributed_table('mail_changes', 'member_id', colocate_with => 'members');
select create_distributed_table('passkeys', 'member_id', colocate_with => 'members');
select create_distributed_table('consents', 'member_id', colocate_with => 'members');
select create_distributed_table('profiles', 'member_id', colocate_with => 'members');
select create_distributed_table('searchable', 'member_id', colocate_with => 'members');
select create_distributed_table('hides', 'member_id', colocate_with => 'members');
select create_distributed_table('notices', 'member_id', colocate_with => 'members');
select create_distributed_table('push_subscriptions', 'member_id', colocate_with => 'members');
select create_distributed_table('digests', 'member_id', colocate_with => 'members');
select create_distributed_table('mail_failures', 'member_id', colocate_with => 'members');
select create_distributed_table('exports', 'member_id', colocate_with => 'members');
select create_distributed_table('photos', 'member_id', colocate_with => 'members');
select create_distributed_table('likes_received', 'member_id', colocate_with => 'members');
select create_distributed_table('likes_given', 'member_id', colocate_with => 'members');
select create_distributed_table('likes_withdrawn', 'member_id', colocate_with => 'members');
select create_distributed_table('swipes', 'member_id', colocate_with => 'members');
select create_distributed_table('swipe_days', 'member_id', colocate_with => 'members');
select create_distributed_table('icebreakers', 'member_id', colocate_with => 'members');
select create_distributed_table('drafts', 'member_id', colocate_with => 'members');
select create_distributed_table('evening_tables', 'member_id', colocate_with => 'members');
select create_distributed_table('blocks', 'member_id', colocate_with => 'members');
select create_distributed_table('blocked_by', 'member_id', colocate_with => 'members');
select create_distributed_table('inbox', 'member_id', colocate_with => 'members');
select create_distributed_table('gone_members', 'member_id', colocate_with => 'members');
select create_distributed_table('idempotency_keys', 'member_id', colocate_with => 'members');
select create_distributed_table('wallets', 'member_id', colocate_with => 'members');
select create_distributed_table('ledger_entries', 'member_id', colocate_with => 'members');
select create_distributed_table('payments', 'member_id', colocate_with => 'members');
select create_distributed_table('debits', 'member_id', colocate_with => 'members');
select create_distributed_table('money_entries', 'member_id', colocate_with => 'members');
select create_distributed_table('receipts', 'member_id', colocate_with => 'members');
select create_distributed_table('withdrawals', 'member_id', colocate_with => 'members');
select create_distributed_table('discount_claims', 'member_id', colocate_with => 'members');
select create_distributed_table('time_bonuses', 'member_id', colocate_with => 'members');
select create_distributed_table('last_offers', 'member_id', colocate_with => 'members');
select create_distributed_table('payment_customers', 'member_id', colocate_with => 'members');
select create_distributed_table('stored_cards', 'member_id', colocate_with => 'members');
select create_distributed_table('reversals', 'member_id', colocate_with => 'members');
select create_distributed_table('spending_limits', 'member_id', colocate_with => 'members');
select create_distributed_table('inactivity_warnings', 'member_id', colocate_with => 'members');
select create_distributed_table('dismissed_alerts', 'member_id', colocate_with => 'members');
select create_distributed_table('terms_notices', 'member_id', colocate_with => 'members');
select create_distributed_table('postbacks', 'member_id', colocate_with => 'members');
select create_distributed_table('lots', 'member_id', colocate_with => 'members');
select create_distributed_table('lot_uses', 'member_id', colocate_with => 'members');

-- Data of a conversation is stored on the node of the conversation.
select create_distributed_table('conversations', 'conversation_id');
select create_distributed_table('messages', 'conversation_id', colocate_with => 'conversations');
select create_distributed_table('gift_answers', 'conversation_id', colocate_with => 'conversations');
select create_distributed_table('chat_photos', 'conversation_id', colocate_with => 'conversations');
