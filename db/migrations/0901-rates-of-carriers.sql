-- Carriers set prices in currencies that the shop does not use itself: any of which the bank publishes a rate.
alter table currency_rate drop constraint currency_rate_currency_check;
alter table currency_rate add constraint currency_rate_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'GEL') not valid;
