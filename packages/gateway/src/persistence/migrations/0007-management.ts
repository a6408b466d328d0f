import { Migration } from "@mikro-orm/migrations";

export class Management extends Migration {
  override up(): void {
    this.addSql(`
      create table app_user (
        id uuid primary key,
        number integer not null unique,
        email text not null unique,
        name text not null,
        active boolean not null,
        created_at timestamptz(3) not null
      );

      create sequence app_user_number as integer owned by app_user.number;

      create table membership (
        organization_id uuid not null references organization,
        user_id uuid not null references app_user,
        role text not null check (role in ('manager', 'member')),
        created_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );
      create index on membership (user_id);

      alter table access_token
        add user_id uuid references app_user,
        add name text not null default '',
        add masked text not null default '…',
        add updated_at timestamptz(3),
        add last_used_at timestamptz(3);
      update access_token set updated_at = created_at;
      alter table access_token
        alter name drop default,
        alter masked drop default,
        alter updated_at set not null;

      create table session (
        id uuid primary key,
        digest text not null unique,
        user_id uuid not null references app_user,
        organization_id uuid references organization,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index on session (expires_at);

      create table connector (
        id uuid primary key,
        organization_id uuid not null references organization,
        name text not null,
        kind_id text not null,
        mode text not null check (mode in ('file_system', 'database')),
        version text not null,
        sealed_settings text not null,
        reauthenticate_since timestamptz(3),
        created_by uuid references app_user,
        modified_by uuid references app_user,
        shared_to_organization boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, name)
      );

      create table workflow (
        id uuid primary key,
        organization_id uuid not null references organization,
        name text not null,
        description text not null,
        active boolean not null,
        max_files integer,
        options jsonb not null,
        created_by uuid references app_user,
        modified_by uuid references app_user,
        shared_to_organization boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, name)
      );

      create table workflow_endpoint (
        id uuid primary key,
        organization_id uuid not null references organization,
        workflow_id uuid not null references workflow on delete cascade,
        direction text not null check (direction in ('source', 'destination')),
        connection text check (connection in ('file_system', 'database', 'api')),
        connector_id uuid references connector,
        configuration jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (workflow_id, direction)
      );
      create index on workflow_endpoint (connector_id);

      create table share (
        organization_id uuid not null references organization,
        record_kind text not null check (record_kind in ('pipeline', 'workflow', 'connector')),
        record_id uuid not null,
        user_id uuid not null references app_user,
        role text not null check (role in ('viewer', 'owner')),
        created_at timestamptz(3) not null,
        primary key (record_id, user_id)
      );
      create index on share (user_id, record_kind);

      create table pipeline (
        id uuid primary key,
        organization_id uuid not null references organization,
        name text not null,
        kind text not null check (kind in ('etl', 'task', 'default', 'app')),
        workflow_id uuid not null references workflow,
        active boolean not null,
        cron text,
        time_zone text not null,
        missed_slots text not null check (missed_slots in ('skip', 'run_once')),
        allow_overlap boolean not null,
        run_count integer not null,
        last_run_at timestamptz(3),
        last_run_status text not null check
          (last_run_status in ('yet_to_start', 'restarting', 'in_progress', 'success', 'failure', 'paused')),
        app_id text,
        app_icon text,
        app_url text,
        access_control_bundle_id text,
        created_by uuid references app_user,
        modified_by uuid references app_user,
        shared_to_organization boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, name)
      );
      create index on pipeline (workflow_id);
      create index on pipeline (organization_id, last_run_at desc nulls last, created_at desc);

      create table pipeline_key (
        id uuid primary key,
        organization_id uuid not null references organization,
        pipeline_id uuid not null references pipeline on delete cascade,
        digest text not null unique,
        sealed_key text not null,
        description text not null,
        active boolean not null,
        created_by uuid references app_user,
        modified_by uuid references app_user,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index on pipeline_key (pipeline_id);

      create table run (
        id uuid primary key,
        organization_id uuid not null references organization,
        pipeline_id uuid not null references pipeline on delete cascade,
        workflow_id uuid not null references workflow on delete cascade,
        trigger text not null check (trigger in ('direct', 'scheduled', 'api')),
        status text not null check (status in ('pending', 'executing', 'completed', 'stopped', 'error')),
        total_files integer,
        successful_files integer not null,
        failed_files integer not null,
        skipped_files integer not null,
        error_message text not null,
        attempts integer not null,
        slot timestamptz(3),
        tags jsonb not null,
        acknowledged_at timestamptz(3),
        created_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        unique (pipeline_id, slot)
      );
      create index on run (pipeline_id, created_at desc);
      create index on run (status) where status in ('pending', 'executing');

      create table run_file (
        id uuid primary key,
        run_id uuid not null references run on delete cascade,
        path text not null collate "C",
        name text not null,
        bytes bigint,
        content_hash text,
        status text not null check
          (status in ('pending', 'extracting', 'writing', 'done', 'skipped', 'failed', 'stopped')),
        job_id uuid references job on delete set null,
        object_key text,
        error_message text not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        unique (run_id, path)
      );
      create index on run_file (run_id, status);
      create index on run_file (job_id);

      create table schedule_progress (
        pipeline_id uuid primary key references pipeline on delete cascade,
        cron text not null,
        time_zone text not null,
        next_slot timestamptz(3)
      );
      create index on schedule_progress (next_slot);

      create table processed_file (
        workflow_id uuid not null references workflow on delete cascade,
        content_hash text not null,
        path text not null collate "C",
        run_id uuid not null,
        processed_at timestamptz(3) not null,
        primary key (workflow_id, content_hash, path)
      );

      create table outcome_notification (
        id uuid primary key,
        organization_id uuid not null references organization,
        pipeline_id uuid not null references pipeline on delete cascade,
        name text not null,
        url text not null,
        "authorization" text not null check ("authorization" in ('none', 'bearer', 'api_key', 'custom_header')),
        authorization_header text not null,
        sealed_authorization_key text not null,
        sealed_signing_secret text not null,
        max_retries integer not null,
        platform text not null check (platform in ('api', 'slack')),
        active boolean not null,
        failures_only boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index on outcome_notification (pipeline_id);
      create index on outcome_notification (organization_id);

      alter table delivery
        alter job_id drop not null,
        add run_id uuid references run on delete cascade,
        add notification_id uuid references outcome_notification on delete cascade;
      create index on delivery (run_id);
      create index on delivery (notification_id);

      create table notice (
        id uuid primary key,
        organization_id uuid not null references organization,
        user_id uuid not null references app_user,
        message text not null,
        record_kind text not null check (record_kind in ('pipeline', 'workflow', 'connector')),
        record_id uuid not null,
        created_at timestamptz(3) not null,
        read_at timestamptz(3)
      );
      create index on notice (user_id, created_at desc);
    `);
  }
}
