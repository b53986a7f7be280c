import { Field, ObjectType } from 'type-graphql'
import { createConnectionType, type SortOrder } from '../../platform/graphql/pagination.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'

/** A page of dynamic QR codes as graph clients walk them. */
export const DynamicQrConnection = createConnectionType('DynamicQr', DynamicQr, 'codes')
export type DynamicQrConnection = InstanceType<typeof DynamicQrConnection>

/** The one order of codes: newest first, which their index answers. */
export const newestFirst: SortOrder<DynamicQr> = {
  name: 'CREATED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

@ObjectType({
  description: 'A picture of a QR code, as graph clients are told of it. REST answers with the picture itself.',
})
export class QrImage {
  @Field(() => String, { description: 'Its media type: `image/svg+xml` or `image/png`.' })
  mediaType!: string

  @Field(() => String, { description: 'Where it is. It needs no credential, and so can stand in a page.' })
  href!: string
}
