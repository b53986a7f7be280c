import { connectionOf, type Order } from '../graphql/paging.ts'
import { Click } from './click.ts'

/** A page of clicks as graph clients walk them. */
export const ClickConnection = connectionOf('Click', Click, 'clicks')
export type ClickConnection = InstanceType<typeof ClickConnection>

/** The one order of clicks: newest first, which their index answers. */
export const newestFirst: Order<Click> = {
  name: 'CLICKED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}
