import { parse } from 'graphql'
import { AccountBeingDeleted, StepUpRequired } from '../../../../platform/auth/auth.errors.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import { EmailChangeDone, EmailChangeEnded, EmailChangeNeedsLogin } from '../account.errors.ts'
import { invalidLinkPage, problemPage } from '../pages/account-pages.ts'
import { isInvalidLink, readField, toPageError } from '../pages/form-requests.ts'
import { type PageAnswer, type PageRoute, type PageVisit, redirectTo, toLinkPath } from '../pages/page-visit.ts'
import type { EmailChangeService } from './email-change.service.ts'
import {
  confirmPage,
  doneChangePage,
  endedChangePage,
  needsLoginPage,
  newAddressPage,
  stopPage,
  stoppedPage,
} from './email-change-pages.ts'

interface EmailChangePageDependencies {
  readonly formMutations: FormMutations
  readonly emailChangeService: EmailChangeService
  readonly allowsPasswords: boolean
}

const documents = {
  confirm: parse('mutation ($token: String!) { verifyEmail(token: $token) { success } }'),
  stop: parse('mutation ($token: String!) { cancelEmailChange(token: $token) { success } }'),
}

/**
 * The pages of the two links of a change of the address. Opening them changes nothing, because mail programs do it too; a button
 * does.
 */
export function createEmailChangePages({
  formMutations,
  emailChangeService,
  allowsPasswords,
}: EmailChangePageDependencies): readonly PageRoute[] {
  const wayOn = allowsPasswords ? 'forgot' : 'security'
  return [
    {
      url: '/account/confirm',
      show: async (visit) => {
        const token = visit.query('token')
        const context = (await visit.findContext()) ?? visit.request.context
        try {
          return confirmPage(visit.form(), token, await emailChangeService.findConfirmation(context, token))
        } catch (error) {
          return answerProblem(visit, error, token)
        }
      },
      submit: async (visit) => {
        const token = readField(visit.request, 'link')
        const context = (await visit.findContext()) ?? visit.request.context
        try {
          await formMutations.run(context, documents.confirm, { token })
          return newAddressPage(visit.lang, readField(visit.request, 'email'))
        } catch (error) {
          return answerProblem(visit, error, token)
        }
      },
    },
    {
      url: '/account/stop',
      show: async (visit) => {
        const token = visit.query('token')
        try {
          const email = await emailChangeService.findCancellation(visit.request.context, token)
          return stopPage(visit.form(), token, email)
        } catch (error) {
          return answerStopProblem(visit, error)
        }
      },
      submit: async (visit) => {
        try {
          await formMutations.run(visit.request.context, documents.stop, { token: readField(visit.request, 'link') })
          return stoppedPage(visit.lang, wayOn)
        } catch (error) {
          return answerStopProblem(visit, error)
        }
      },
    },
  ]

  function answerProblem(visit: PageVisit, error: unknown, token: string): PageAnswer {
    const problem = toServiceError(error)
    const next = new URLSearchParams({ next: toLinkPath('confirm', token) })
    if (problem instanceof EmailChangeEnded) return endedChangePage(visit.lang)
    if (problem instanceof EmailChangeNeedsLogin) return needsLoginPage(visit.lang, `login?${next}`)
    if (problem instanceof StepUpRequired) return redirectTo(`prove?${next}`)
    if (problem instanceof AccountBeingDeleted) return redirectTo('overview')
    return answerOther(visit, error)
  }

  function answerStopProblem(visit: PageVisit, error: unknown): PageAnswer {
    const problem = toServiceError(error)
    if (problem instanceof EmailChangeEnded) return stoppedPage(visit.lang, wayOn)
    if (problem instanceof EmailChangeDone) return doneChangePage(visit.lang)
    return answerOther(visit, error)
  }
}

function answerOther(visit: PageVisit, error: unknown): PageAnswer {
  if (isInvalidLink(error)) return invalidLinkPage(visit.lang, 'overview')
  return problemPage(visit.lang, toPageError(visit.request, error))
}
