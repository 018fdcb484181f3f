-- Offerings of up to 255 legs: buses with more than 64 stops.
alter table offering drop constraint offering_leg_count_check;
alter table offering add constraint offering_leg_count_check check (leg_count between 1 and 255) not valid;
