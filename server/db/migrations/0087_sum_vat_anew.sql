-- Invoices with exact halves of a cent were summed a cent lower than they print now. The job sums up all finished days
-- anew.
truncate summed_sales, summed_points, summed_until;
