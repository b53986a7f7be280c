import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import type { FormProps } from './draft.ts'
import { addressWithUtm, utmFields } from './draft.ts'
import { SaveUtmTemplate, UtmTemplates } from './link-form.graphql.ts'
import styles from './link-form.module.css'
import { Section } from './section.tsx'

/** UTM parameters, one by one or by a template, with the address that results. */
export function CampaignSection({ draft, onChange, problems }: FormProps) {
  const values = utmFields.map((name) => draft[name]).filter(Boolean)
  return (
    <Section
      icon="bolt"
      name={t('form.campaign')}
      summary={values.join(' · ') || t('form.none')}
      isSet={values.length > 0}
      isOpen={utmFields.some((name) => name in problems)}
    >
      <Templates draft={draft} onChange={onChange} />
      {utmFields.map((name) => (
        <Field
          key={name}
          label={t(`form.${name}`)}
          placeholder={t(`form.${name}Example`)}
          value={draft[name]}
          problem={problems[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {addressWithUtm(draft) && <p className={styles.result}>→ {addressWithUtm(draft)}</p>}
    </Section>
  )
}

function Templates({ draft, onChange }: Pick<FormProps, 'draft' | 'onChange'>) {
  const [{ data }] = useQuery({ query: UtmTemplates })
  const [, save] = useMutation(SaveUtmTemplate)
  const templates = data?.utmTemplates?.nodes ?? []
  const choose = (id: string) => {
    const template = templates.find((each) => each.id === id)
    if (template) onChange(Object.fromEntries(utmFields.map((name) => [name, template[name] ?? ''])))
  }
  const saveTemplate = async () => {
    const values = Object.fromEntries(utmFields.map((name) => [name, draft[name] || null]))
    const name = draft.utmCampaign || draft.utmSource
    const { error } = await save({ input: { name, ...values } })
    const problem = problemOf(error)
    notify(problem?.message ?? t('form.templateSaved', { name }), { isProblem: problem !== null })
  }
  return (
    <div className={styles.line}>
      {templates.length > 0 && (
        <Select
          label={t('form.template')}
          value=""
          options={[['', t('form.chooseTemplate')], ...templates.map(({ id, name }) => [id, name] as const)]}
          onChange={choose}
        />
      )}
      {(draft.utmCampaign || draft.utmSource) && (
        <Button kind="quiet" onPress={saveTemplate}>
          {t('form.saveTemplate')}
        </Button>
      )}
    </div>
  )
}
