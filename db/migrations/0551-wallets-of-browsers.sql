-- provider 6: Bank of Georgia, which takes Apple Pay and Google Pay.
alter table payment drop constraint payment_provider_check,
  add constraint payment_provider_check check (provider between 1 and 6);
