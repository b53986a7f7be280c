import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Alerts that were acknowledged. */
export const acknowledgedAlertMigration: TableMigration = {
  name: '20261201_acknowledged_alert',
  statements: [
    `create table acknowledged_alert (
    workspace_id text not null,
    alert_id text not null,
    acknowledged_at timestamptz not null,
    constraint acknowledged_alert_pkey primary key (workspace_id, alert_id),
    constraint acknowledged_alert_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  ],
}
