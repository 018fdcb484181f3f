-- 7: a card terminal at a counter; 6 is the bank of wallets in browsers.
alter table payment drop constraint payment_provider_check,
  add constraint payment_provider_check check (provider between 1 and 7);
