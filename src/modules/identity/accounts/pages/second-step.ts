import type { Page } from '../../../../platform/web/page.ts'
import type { SignInService } from '../second-factors/sign-in.service.ts'
import type { FormError } from './credential-fields.ts'
import type { PageVisit } from './page-visit.ts'
import { codePage } from './second-factor-pages.ts'

interface SecondStep {
  readonly challenge: string
  /** Where the form is sent and where another login begins, relative to the page. */
  readonly loginPath: string
  readonly error?: FormError | undefined
}

/** Asks for the second factor of the account that has begun a login. Throws `LoginChallengeInvalid`. */
export async function showSecondStep(service: SignInService, visit: PageVisit, step: SecondStep): Promise<Page> {
  const form = visit.form()
  const offered = await service.offerFactors(visit.request.context, step.challenge, form.token)
  return codePage(form, { ...step, offered })
}
