import { RoleTooLow } from '../../../../platform/auth/auth.errors.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { ServiceError } from '../../../../platform/shared/service-error.ts'
import { ItemOutcomes } from '../changes/item-outcomes.ts'
import type { Link } from '../link.entity.ts'
import type { BulkResponse, BulkResult, BulkStatus } from './bulk.types.ts'

/** What became of the items of a batch. With `isAtomic`, the first failure is thrown and fails all of them. */
export class BatchOutcomes {
  readonly items = new ItemOutcomes((error, index) => this.recordFailure(error, index))
  private readonly results: (BulkResult | undefined)[]

  constructor(
    private readonly context: RequestContext,
    count: number,
    private readonly isAtomic: boolean,
  ) {
    this.results = Array.from({ length: count }, () => undefined)
  }

  /** Throws the error when the batch is atomic, or when it is not an error of the item. */
  private recordFailure(error: unknown, index: number): void {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    if (this.isAtomic) {
      // An error about the role is not about an item.
      if (!(error instanceof RoleTooLow)) error.nestFields(`items.${index}`)
      throw error
    }
    error.useNames(this.context.errorNames)
    const { code, message, resolution, details = [] } = error
    const bulkDetails = details.map(({ field, issue, suggestions }) => ({
      field,
      issue,
      suggestions: Array.isArray(suggestions) ? suggestions.map(String) : null,
    }))
    const bulkError = { code, message, resolution, details: bulkDetails }
    this.results[index] = { index, status: 'failed', id: null, url: null, error: bulkError }
  }

  succeed(index: number, status: BulkStatus, id: string, url: Link | null): void {
    this.results[index] = { index, status, id, url, error: null }
  }

  /** The answer, when every item has an outcome. */
  toResponse(): BulkResponse {
    const results = this.results.map((result, index) => {
      if (!result) throw new Error(`The item ${index} of the batch has no outcome.`)
      return result
    })
    const failed = results.filter(({ error }) => error !== null).length
    return { results, summary: { total: results.length, succeeded: results.length - failed, failed } }
  }
}
