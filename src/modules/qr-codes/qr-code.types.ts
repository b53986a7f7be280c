import { Field, ObjectType } from 'type-graphql'
import { createConnectionType, type SortOrder } from '../../platform/graphql/pagination.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'

/** A page of dynamic QR codes with cursors. */
export const DynamicQrConnection = createConnectionType('DynamicQr', DynamicQr, 'codes')
export type DynamicQrConnection = InstanceType<typeof DynamicQrConnection>

/** The only sort order of codes; `dynamic_qr_owner_created_index` supports it. */
export const newestFirst: SortOrder<DynamicQr> = {
  name: 'CREATED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

@ObjectType({
  description: 'Description of a QR code image. Over REST, the answer is the image.',
})
export class QrImage {
  @Field(() => String, { description: 'Media type: `image/svg+xml` or `image/png`.' })
  mediaType!: string

  @Field(() => String, { description: 'URL of the image. It needs no credential, so a web page can embed it.' })
  href!: string
}
