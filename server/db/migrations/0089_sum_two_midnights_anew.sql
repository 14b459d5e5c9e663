-- Where clocks go back over midnight, sums of the day before had an hour of the day after. The job sums up all finished
-- days anew.
truncate summed_sales, summed_points, summed_until;
