import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { TemplateRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, type FormState } from '../../ui/form-dialog.tsx'
import { utmFields } from '../link-form/draft.ts'
import { SaveUtmTemplate } from '../link-form/link-form.graphql.ts'
import { LabelList } from './label-list.tsx'
import { ChangeTemplate, DeleteTemplate, TemplatesToSet } from './labels.graphql.ts'

export function TemplateList() {
  return (
    <LabelList
      title={t('labels.templates')}
      none={t('labels.noTemplates')}
      lead={t('labels.templatesLead')}
      query={TemplatesToSet}
      listOf={({ utmTemplates }) => utmTemplates}
      row={(template) => (
        <>
          <span>{template.name}</span>
          <small>
            {utmFields
              .map((field) => template[field])
              .filter(Boolean)
              .join(' · ')}
          </small>
        </>
      )}
      create={t('labels.newTemplate')}
      New={NewTemplate}
      edit={t('link.edit')}
      Edit={EditTemplate}
      deletion={DeleteTemplate}
      deleted={({ name }) => t('labels.templateDeleted', { name })}
    />
  )
}

type UtmField = (typeof utmFields)[number]
type TemplateDraft = Readonly<Record<UtmField | 'name', string>>
type TemplateInput = { readonly name: string } & Readonly<Record<UtmField, string | null>>

function toDraft(template?: TemplateRowFragment): TemplateDraft {
  const values = Object.fromEntries(utmFields.map((field) => [field, template?.[field] ?? '']))
  return { ...(values as Record<UtmField, string>), name: template?.name ?? '' }
}

function NewTemplate({ onClose }: { readonly onClose: () => void }) {
  const [state, create] = useMutation(SaveUtmTemplate)
  return (
    <TemplateForm
      title={t('labels.newTemplate')}
      template={toDraft()}
      state={state}
      onClose={onClose}
      onSave={async (input) => Boolean((await create({ input })).data?.createUtmTemplate)}
    />
  )
}

interface EditTemplateProps {
  readonly label: TemplateRowFragment
  readonly onClose: () => void
}

function EditTemplate({ label, onClose }: EditTemplateProps) {
  const [state, change] = useMutation(ChangeTemplate)
  return (
    <TemplateForm
      title={t('labels.editTitle', { name: label.name })}
      template={toDraft(label)}
      state={state}
      onClose={onClose}
      onSave={async (input) => Boolean((await change({ id: label.id, input })).data?.updateUtmTemplate)}
    />
  )
}

interface TemplateFormProps {
  readonly title: string
  readonly template: TemplateDraft
  readonly state: FormState
  readonly onClose: () => void
  /** Whether it was saved. */
  readonly onSave: (template: TemplateInput) => Promise<boolean>
}

function TemplateForm({ title, template, state, onClose, onSave }: TemplateFormProps) {
  const [draft, setDraft] = useState(template)
  const problems = problemOf(state.error)?.fields ?? {}
  const submit = async () => {
    const values = Object.fromEntries(utmFields.map((field) => [field, draft[field].trim() || null]))
    const isSaved = await onSave({ ...(values as Record<UtmField, string | null>), name: draft.name.trim() })
    if (isSaved) onClose()
  }
  return (
    <FormDialog
      title={title}
      action={t('edit.save')}
      state={state}
      fields={['name', ...utmFields]}
      kind="drawer"
      isIncomplete={!draft.name.trim() || utmFields.every((field) => !draft[field].trim())}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('labels.name')}
        autoFocus
        maxLength={64}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        problem={problems.name}
        hint={t('labels.templateHint')}
      />
      {utmFields.map((field) => (
        <Field
          key={field}
          label={t(`form.${field}`)}
          placeholder={t(`form.${field}Example`)}
          value={draft[field]}
          onChange={(value) => setDraft({ ...draft, [field]: value })}
          problem={problems[field]}
        />
      ))}
    </FormDialog>
  )
}
