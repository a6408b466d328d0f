import { Migration } from "@mikro-orm/migrations";

export class JobCounts extends Migration {
  override up(): void {
    this.addSql(`
      -- Counting the jobs of a large organization takes seconds. Each change of a status is appended, because updating
      -- a count would make all transactions of an organization wait for one another; fold_job_counts() adds the changes
      -- to the counts.
      create table job_count (
        organization_id uuid not null,
        status text not null,
        jobs bigint not null,
        primary key (organization_id, status)
      );
      create table job_count_change (
        organization_id uuid not null,
        left_status text,
        entered_status text
      );

      create function record_job_count() returns trigger language plpgsql as $$
      begin
        insert into job_count_change (organization_id, left_status, entered_status)
        values (coalesce(new.organization_id, old.organization_id), old.status, new.status);
        return null;
      end $$;
      create trigger job_counted after insert or delete on job
        for each row execute function record_job_count();
      create trigger job_status_counted after update of status on job
        for each row when (old.status <> new.status) execute function record_job_count();

      create view job_counts as
        select organization_id, status, jobs from job_count
        union all
        select organization_id, left_status, -1 from job_count_change where left_status is not null
        union all
        select organization_id, entered_status, 1 from job_count_change where entered_status is not null;

      create function fold_job_counts() returns void language sql as $$
        with changes as (
          delete from job_count_change returning organization_id, left_status, entered_status
        ), changed as (
          select organization_id, left_status as status, -1 as jobs from changes where left_status is not null
          union all
          select organization_id, entered_status, 1 from changes where entered_status is not null
        )
        insert into job_count as counted (organization_id, status, jobs)
        select organization_id, status, sum(jobs) from changed
        group by organization_id, status having sum(jobs) <> 0
        order by organization_id, status
        on conflict (organization_id, status) do update set jobs = counted.jobs + excluded.jobs
      $$;

      insert into job_count select organization_id, status, count(*) from job group by organization_id, status;
    `);
  }
}
