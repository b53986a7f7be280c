import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../../platform/graphql/owned-rows.ts'
import type { OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { defineIssue, notOfWorkspace } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { toNameKey } from '../rules/name-key.ts'
import { newestTemplatesFirst, UtmTemplate, UtmTemplateConnection } from './utm-template.entity.ts'
import { UtmTemplateNameTaken, UtmTemplateNotFound } from './utm-template.errors.ts'
import type { CreateUtmTemplateInput, UpdateUtmTemplateInput } from './utm-template.inputs.ts'
import { fillUtmValues, type UtmValues, utmFields } from './utm-values.ts'

export const utmTemplatePlanLimit = createPlanLimit(UtmTemplate, 'UTM templates', 100)

/**
 * The UTM templates of the caller. The workspaces are in each query, so a template of another workspace gives the same
 * 404 as a missing one.
 */
export class UtmTemplateService {
  /** Throws `PlanLimitReached` beyond 100, and `UtmTemplateNameTaken`. */
  create(context: RequestContext, { name, ...input }: CreateUtmTemplateInput): Promise<UtmTemplate> {
    const now = context.now()
    const { workspaceId } = context
    const values = fillUtmValues(input)
    assertHasValue(values)
    return saveWithName(() =>
      context.em.transactional(async (em) => {
        await assertWithinPlanLimit(utmTemplatePlanLimit, em, workspaceId, context)
        const template = em.create(UtmTemplate, {
          id: newId('utm', now),
          workspace: workspaceId,
          name: name.trim(),
          nameKey: toNameKey(name),
          ...values,
          createdAt: now,
          updatedAt: now,
        })
        em.persist(template)
        return template
      }),
    )
  }

  /** All templates of the workspace, newest first; there are at most 100. */
  list(context: RequestContext, page: OptionallyPagedConnectionArgs): Promise<UtmTemplateConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestTemplatesFirst }
    return findConnection(context, UtmTemplateConnection, UtmTemplate, query, page)
  }

  /** Throws `UtmTemplateNotFound`. */
  get(context: RequestContext, id: string): Promise<UtmTemplate> {
    return findOwned(context, UtmTemplate, { id }, UtmTemplateNotFound)
  }

  /** Changes the given fields. Throws `UtmTemplateNotFound` and `UtmTemplateNameTaken`. */
  update(context: RequestContext, id: string, { name, ...input }: UpdateUtmTemplateInput): Promise<UtmTemplate> {
    rejectNulls({ name })
    return saveWithName(() =>
      context.em.transactional(async (em) => {
        const template = await lockOwned(context, em, UtmTemplate, { id }, UtmTemplateNotFound)
        const values = fillUtmValues(input, template)
        assertHasValue(values)
        Object.assign(template, {
          ...(typeof name === 'string' && { name: name.trim(), nameKey: toNameKey(name) }),
          ...values,
          updatedAt: context.now(),
        })
        return template
      }),
    )
  }

  /** Deletes a template. Links keep the values that they have copied. Throws `UtmTemplateNotFound`. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    return context.em.transactional(async (em) => {
      const template = await lockOwned(context, em, UtmTemplate, { id }, UtmTemplateNotFound)
      em.remove(template)
      return { workspaceId: template.workspace.id }
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

function saveWithName<T>(save: () => Promise<T>): Promise<T> {
  return mapUniqueViolation('utm_template_name_unique', save, (cause) => new UtmTemplateNameTaken(cause))
}
