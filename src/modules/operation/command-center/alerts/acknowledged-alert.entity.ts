import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { PrimaryKeyProp } from '@mikro-orm/postgresql'
import { dayMs } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'

/** An alert that somebody in the workspace has acknowledged. Alerts themselves are not stored. */
@Entity({ tableName: 'acknowledged_alert' })
export class AcknowledgedAlert {
  [PrimaryKeyProp]?: ['workspace', 'alertId']

  @ManyToOne(() => Workspace, { primary: true, ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @PrimaryKey({ type: 'text' })
  alertId!: string

  @Property({ type: 'timestamptz', length: 6 })
  acknowledgedAt!: Date
}

/** How long an alert stays acknowledged whose cause has no beginning, such as a quota: every new object moves it. */
export const quotaAcknowledgedMs = 7 * dayMs

/** How long the row is kept. A cause that lasts longer is worth another look. */
export const acknowledgedMs = 90 * dayMs
