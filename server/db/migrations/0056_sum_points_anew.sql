-- Points of moved shows were summed as issued once more. The job sums up all finished days anew.
truncate summed_sales, summed_points, summed_until;
