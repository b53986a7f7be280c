import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The links of a suspended workspace answer as blocked ones. One notification for all of them. */
export const suspendedRoutesMigration: TableMigration = {
  name: '20261201_workspace_suspension_routes',
  statements: [
    'drop trigger workspace_routes_changed on workspace',
    'create trigger workspace_routes_changed after update of deleted_at, suspended_at on workspace for each row when ((old.deleted_at is distinct from new.deleted_at) or (old.suspended_at is distinct from new.suspended_at)) execute function announce_routes_of_workspace()',
  ],
}
