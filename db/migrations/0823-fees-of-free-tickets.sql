-- Who pays the fees of tickets that a promo code makes free: nobody, as for tickets that are free without a code, or the buyer.
alter table promo_code add column free_fees text not null default 'waived' check (free_fees in ('waived', 'buyer'));
