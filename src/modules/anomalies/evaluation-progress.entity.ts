import { Check, Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Link } from '../links/index.ts'

/** A link whose clicks of `hour` are not evaluated yet. All rows have the same hour. */
@Entity({ tableName: 'anomaly_pending' })
export class PendingEvaluation {
  [PrimaryKeyProp]?: 'link'

  @ManyToOne(() => Link, {
    primary: true,
    ref: true,
    fieldName: 'url_id',
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  link!: Ref<Link>

  @Property({ type: 'timestamptz', length: 6 })
  hour!: Date
}

/** The last hour whose links were added to the pending evaluations. The table has one row. */
@Entity({ tableName: 'anomaly_watermark' })
@Check({ name: 'anomaly_watermark_singleton_check', expression: 'singleton' })
export class EvaluationWatermark {
  @PrimaryKey({ type: 'boolean', default: true })
  singleton: boolean = true

  /** Null until the first hour. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  hour: Date | null = null
}
