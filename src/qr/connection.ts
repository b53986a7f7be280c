import { connectionOf, type Order } from '../graphql/paging.ts'
import { DynamicQr } from './dynamic.qr.ts'

/** A page of dynamic QR codes as graph clients walk them. */
export const DynamicQrConnection = connectionOf('DynamicQr', DynamicQr, 'codes')
export type DynamicQrConnection = InstanceType<typeof DynamicQrConnection>

/** The one order of codes: newest first, which their index answers. */
export const newestFirst: Order<DynamicQr> = {
  name: 'CREATED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}
