-- One statement moves a kept balance once, however many postings it brings. A row's trigger changed the balance for
-- each of them, and every change of a row within one transaction has to walk over all the versions before it.
drop trigger ledger_posting_moved on ledger_posting;
drop function ledger_posting_moves_balance();

create function ledger_postings_move_balances() returns trigger language plpgsql as $$
begin
  -- Several balances are locked in the order of their accounts, as every transfer does.
  perform from ledger_balance b join ledger_account a on a.id = b.account_id
  where b.account_id in (select account_id from posted)
  order by a.currency collate "C", a.code collate "C" for no key update of b;
  if not found then return null; end if;
  with line as (
    select p.account_id, p.transfer_id, p.amount_minor,
      row_number() over moved as number, sum(p.amount_minor) over moved as sum_minor
    from posted p
    window moved as (partition by p.account_id order by p.transfer_id rows unbounded preceding)
  ), moved as (
    update ledger_balance b
    set posted_minor = b.posted_minor + s.amount_minor, movement_count = b.movement_count + s.count
    from (
      select account_id, sum(amount_minor) as amount_minor, count(*)::integer as count from posted group by account_id
    ) s
    where b.account_id = s.account_id
    returning b.account_id, b.posted_minor - s.amount_minor as before_minor, b.movement_count - s.count as before_count
  )
  insert into ledger_movement (account_id, number, transfer_id, amount_minor, balance_minor)
  select line.account_id, moved.before_count + line.number, line.transfer_id, line.amount_minor,
    moved.before_minor + line.sum_minor
  from line join moved using (account_id);
  return null;
end $$;
create trigger ledger_posting_moved after insert on ledger_posting
  referencing new table as posted
  for each statement execute function ledger_postings_move_balances();

-- A kept balance is what its postings say because nothing but they can write it: neither a statement by hand nor code
-- of ours. What is set aside is another column, and stays writable.
create function ledger_balance_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'a balance is moved by postings alone' using errcode = 'check_violation';
end $$;
create trigger ledger_balance_by_postings before update of account_id, posted_minor, movement_count on ledger_balance
  for each row when (pg_trigger_depth() = 0) execute function ledger_balance_is_kept();
create trigger ledger_balance_opened before insert on ledger_balance
  for each row when (pg_trigger_depth() = 0) execute function ledger_balance_is_kept();
create trigger ledger_balance_stays before delete on ledger_balance
  for each row execute function ledger_balance_is_kept();
create trigger ledger_movement_by_postings before insert on ledger_movement
  for each row when (pg_trigger_depth() = 0) execute function ledger_balance_is_kept();

-- Emptying a table is deleting too.
create trigger ledger_transfer_not_emptied before truncate on ledger_transfer
  for each statement execute function ledger_is_append_only();
create trigger ledger_posting_not_emptied before truncate on ledger_posting
  for each statement execute function ledger_is_append_only();
create trigger ledger_movement_not_emptied before truncate on ledger_movement
  for each statement execute function ledger_is_append_only();
create trigger ledger_balance_not_emptied before truncate on ledger_balance
  for each statement execute function ledger_balance_is_kept();
