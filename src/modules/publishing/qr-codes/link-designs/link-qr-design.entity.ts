import { Entity, OneToOne } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Link } from '../../links/index.ts'
import { DesignedQr } from '../designed-qr.ts'

/** The design of the QR code of a link. A link without a row has the default design. */
@Entity({ tableName: 'link_qr_design' })
export class LinkQrDesign extends DesignedQr {
  [PrimaryKeyProp]?: 'link'

  @OneToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action' })
  link!: Ref<Link>
}
