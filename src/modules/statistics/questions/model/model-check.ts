import { askAddress } from '../../../../platform/doctor/address-check.ts'
import { type DoctorCheck, ok, problem, warning } from '../../../../platform/doctor/doctor.ts'
import { trimEndOf } from '../../../../platform/shared/text/trim-end.ts'

/** Whether the endpoint of the language model answers. No question is sent. */
export const modelCheck: DoctorCheck = {
  name: 'model',
  async run({ settings }) {
    const { llm } = settings
    if (llm === undefined) return []
    const headers: Record<string, string> = llm.apiKey === undefined ? {} : { authorization: `Bearer ${llm.apiKey}` }
    const answer = await askAddress(`${trimEndOf(llm.baseUrl, /\//)}/models`, settings, { headers })
    const consequence = 'The built-in rules interpret questions meanwhile.'
    if (typeof answer === 'string')
      return [
        problem(`The language model does not answer: ${answer}. ${consequence} Start it, or correct LLM_BASE_URL.`),
      ]
    if (answer.status === 401 || answer.status === 403)
      return [problem(`The language model refuses LLM_API_KEY (status ${answer.status}). ${consequence} Correct it.`)]
    // Not every endpoint lists its models.
    if (answer.status === 200 && !answer.body.includes(llm.model))
      return [warning(`The language model answers, and its list does not have ${llm.model}. Look at LLM_MODEL.`)]
    return [ok('The language model answers. No question was sent.')]
  },
}
