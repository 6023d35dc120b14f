-- What a campaign wrote is no conversation: the figures are made anew.
update metric_marks set building_after = '', seq = (select log_head from bots where bots.id = metric_marks.bot_id);
