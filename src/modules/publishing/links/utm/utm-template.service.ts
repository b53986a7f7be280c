import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { OwnedItems } from '../../../../platform/graphql/owned/owned-items.ts'
import type { OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { defineIssue, notOfWorkspace } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { newestTemplatesFirst, UtmTemplate, UtmTemplateConnection } from './utm-template.entity.ts'
import { UtmTemplateNameTaken, UtmTemplateNotFound } from './utm-template.errors.ts'
import type { CreateUtmTemplateInput, UpdateUtmTemplateInput } from './utm-template.inputs.ts'
import { fillUtmValues, type UtmValues, utmFields } from './utm-values.ts'

export const utmTemplatePlanLimit = createPlanLimit(UtmTemplate, 'UTM templates', 100)

/** The UTM templates of the caller. Links keep the values that they have copied when a template is changed or deleted. */
export class UtmTemplateService extends OwnedItems<UtmTemplate> {
  constructor() {
    const uniqueName = { constraint: 'utm_template_name_unique', NameTaken: UtmTemplateNameTaken }
    const planLimit = utmTemplatePlanLimit
    super({ entity: UtmTemplate, idPrefix: 'utm', planLimit, NotFound: UtmTemplateNotFound, uniqueName })
  }

  /** Throws `PlanLimitReached` beyond 100, and `UtmTemplateNameTaken`. */
  async create(context: RequestContext, { name, ...input }: CreateUtmTemplateInput): Promise<UtmTemplate> {
    const values = fillUtmValues(input)
    assertHasValue(values)
    return this.add(context, { name, ...values })
  }

  /** All templates of the workspace, newest first; there are at most 100. */
  list(context: RequestContext, page: OptionallyPagedConnectionArgs): Promise<UtmTemplateConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestTemplatesFirst }
    return findConnection(context, UtmTemplateConnection, UtmTemplate, query, page)
  }

  /** Changes the given fields. Throws `UtmTemplateNotFound` and `UtmTemplateNameTaken`. */
  update(context: RequestContext, id: string, { name, ...input }: UpdateUtmTemplateInput): Promise<UtmTemplate> {
    rejectNulls({ name })
    return this.change(context, id, (template) => {
      const values = fillUtmValues(input, template)
      assertHasValue(values)
      return { name, ...values }
    })
  }
}

/** The values of several templates by their ids. Templates of another workspace and unknown templates are missing. */
export async function findTemplates(
  { em, workspaceId }: RequestContext,
  ids: readonly string[],
): Promise<Map<string, Partial<UtmValues>>> {
  if (ids.length === 0) return new Map()
  const where = { id: { $in: [...new Set(ids)] }, workspace: workspaceId }
  const templates = await em.find(UtmTemplate, where, { disableIdentityMap: true })
  return new Map(templates.map((template) => [template.id, template]))
}

const noUtmValue = defineIssue('NO_UTM_VALUE', 'at least one UTM value must be set')

export function createUnknownTemplateError(): InvalidParams {
  return InvalidParams.forField('utmTemplateId', notOfWorkspace({ thing: 'a UTM template' }))
}

function assertHasValue(values: UtmValues): void {
  if (utmFields.some((field) => values[field] !== null)) return
  throw new InvalidParams(utmFields.map((field) => ({ field, ...noUtmValue() })))
}
