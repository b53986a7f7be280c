import { Extensions } from 'type-graphql'
import type { FailureClass } from '../base/failure.ts'

/** The refusals an operation can give beyond those its access and its arguments imply. */
export function Fails(...failures: FailureClass[]): MethodDecorator {
  return Extensions({ fails: failures }) as MethodDecorator
}

/** A field for graph clients only: it is cut from the REST face, so REST answers keep to the contract's fields. */
export function GraphOnly(): PropertyDecorator & MethodDecorator {
  return Extensions({ graphOnly: true }) as PropertyDecorator & MethodDecorator
}
