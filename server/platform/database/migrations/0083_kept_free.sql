-- This number is another branch's: the file goes when both are merged.
select 1;
