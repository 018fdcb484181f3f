-- What a customer keeps and decides besides signing in: phone, consents, picture, keys, other accounts, leaving.
alter table customer
  add column phone_verified_at timestamptz,
  add column student_until date,
  add column student_institution text,
  add column student_email text unique,
  add column loyalty_enabled_at timestamptz,
  add column password_changed_at timestamptz,
  add column delete_after timestamptz,
  add column erased_at timestamptz;
comment on column customer.delete_after is 'Deletion was asked for and confirmed; until then signing in can take it back';
comment on column customer.erased_at is 'The row stays, because orders and ledger name it; what told of a person is gone';
create index customer_delete_after on customer (delete_after) where delete_after is not null and erased_at is null;

alter table account_key drop constraint account_key_purpose_check;
alter table account_key add constraint account_key_purpose_check
  check (purpose in ('activation', 'password-reset', 'deletion', 'student'));
alter table account_key add column customer_id uuid references customer;

-- A code sent by SMS. Its row is made when it is asked for, its hash when the message is written, so no queue
-- and no table holds the code itself. It is good for one request of one customer or session, once.
create table one_time_code (
  id uuid primary key,
  purpose text not null check (purpose in ('change-phone', 'withdraw', 'order')),
  customer_id uuid references customer,
  session_id uuid references session,
  subject text not null default '',
  phone text not null,
  code_hash bytea,
  attempts_left smallint not null default 5 check (attempts_left >= 0),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(customer_id, session_id) >= 1)
);
create index one_time_code_phone on one_time_code (phone, created_at desc);
create index one_time_code_created on one_time_code (created_at);
comment on column one_time_code.subject is 'What exactly is agreed to (an order, an amount): the code is good for nothing else';

create table consent_document (
  kind text not null check (kind in ('data-share', 'sign-in')),
  version integer not null,
  title jsonb not null,
  body jsonb not null,
  published_at timestamptz not null default now(),
  primary key (kind, version)
);

-- Every yes and no, never changed: the newest of a kind counts.
create table consent (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  kind text not null,
  version integer not null,
  is_given boolean not null,
  given_at timestamptz not null,
  network text not null,
  user_agent text not null,
  foreign key (kind, version) references consent_document
);
comment on column consent.network is 'Where from, as a network: the last part of the address is not kept';
create index consent_customer on consent (customer_id, kind, id desc);
create trigger consent_is_kept before update or delete on consent
  for each row execute function refuse_change();

create table external_account (
  provider text not null check (provider in ('fb')),
  subject text not null,
  customer_id uuid not null references customer,
  connected_at timestamptz not null,
  primary key (provider, subject),
  unique (customer_id, provider)
);

create table passkey (
  credential_id text primary key,
  customer_id uuid not null references customer,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_customer on passkey (customer_id);

create table passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'sign-in')),
  customer_id uuid references customer,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'register') = (customer_id is not null))
);

create table mobile_token (
  token text primary key,
  customer_id uuid not null references customer,
  platform text not null check (platform in ('ios', 'android', 'web')),
  updated_at timestamptz not null
);
create index mobile_token_customer on mobile_token (customer_id);

insert into consent_document (kind, version, title, body) values
  ('data-share', 1,
   '{"ka": "მონაცემების გაზიარება ორგანიზატორებთან", "en": "Sharing data with organisers"}',
   '{"ka": "თანახმა ვარ, რომ ბილეთმა გადასცეს ჩემი სახელი და ელფოსტა იმ ღონისძიების ორგანიზატორს, რომლის ბილეთსაც ვიყიდი, რათა მან შემატყობინოს ცვლილებების შესახებ. თანხმობის გაუქმება ნებისმიერ დროს შემიძლია.", "en": "I agree that Bileti gives my name and e-mail to the organiser of an event I buy a ticket for, so that they can tell me about changes. I can take this back at any time."}'),
  ('sign-in', 1,
   '{"ka": "პირადი მონაცემების დამუშავება", "en": "Processing of personal data"}',
   '{"ka": "თანახმა ვარ, რომ ბილეთმა დაამუშაოს ჩემი სახელი, ელფოსტა, ტელეფონი და შეკვეთები ანგარიშის საწარმოებლად. მონაცემების ჩამოტვირთვა და ანგარიშის წაშლა ნებისმიერ დროს შემიძლია.", "en": "I agree that Bileti processes my name, e-mail, phone and orders to keep my account. I can download my data and delete the account at any time."}');

-- Schools whose mailboxes prove that somebody studies there.
create table student_domain (
  domain text primary key check (domain = lower(domain)),
  institution jsonb not null
);
insert into student_domain (domain, institution) values
  ('tsu.ge', '{"ka": "თბილისის სახელმწიფო უნივერსიტეტი", "en": "Tbilisi State University"}'),
  ('iliauni.edu.ge', '{"ka": "ილიას სახელმწიფო უნივერსიტეტი", "en": "Ilia State University"}'),
  ('gtu.ge', '{"ka": "საქართველოს ტექნიკური უნივერსიტეტი", "en": "Georgian Technical University"}'),
  ('freeuni.edu.ge', '{"ka": "თავისუფალი უნივერსიტეტი", "en": "Free University of Tbilisi"}'),
  ('bsu.edu.ge', '{"ka": "ბათუმის სახელმწიფო უნივერსიტეტი", "en": "Batumi State University"}'),
  ('atsu.edu.ge', '{"ka": "აკაკი წერეთლის სახელმწიფო უნივერსიტეტი", "en": "Akaki Tsereteli State University"}');

-- The picture as we encoded it ourselves: 256 by 256 WebP, nothing of the file that was sent is kept.
create table customer_picture (
  customer_id uuid primary key references customer,
  content bytea not null,
  updated_at timestamptz not null
);

create table oauth_state (
  state_hash bytea primary key,
  purpose text not null check (purpose in ('connect', 'sign-in')),
  customer_id uuid references customer,
  continue_path text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'connect') = (customer_id is not null))
);
