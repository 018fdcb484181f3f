-- A promo code belongs to the organiser that funds it; 0 stands for the house. Each may have the same word.
create unique index promo_code_of_owner on promo_code
  (code, (case when borne_by = 'merchant' then coalesce(merchant_id, 0) else 0 end));
alter table promo_code drop constraint promo_code_code_key;
