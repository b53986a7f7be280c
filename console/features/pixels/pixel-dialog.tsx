import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { PixelRowFragment, PixelType } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ConsentSample } from './consent-sample.tsx'
import { pixelTypes, providers } from './pixel-providers.ts'
import { CreatePixel, UpdatePixel } from './pixels.graphql.ts'

interface PixelDialogProps {
  /** Null for a new one. */
  readonly pixel: PixelRowFragment | null
  readonly onClose: () => void
}

/** A pixel of a provider. Its provider cannot be changed later. */
export function PixelDialog({ pixel, onClose }: PixelDialogProps) {
  const [type, setType] = useState<PixelType>(pixel?.pixelType ?? 'GOOGLE_ANALYTICS')
  const [pixelId, setPixelId] = useState(pixel?.pixelId ?? '')
  const [given, setGiven] = useState(pixel?.name ?? '')
  const [creation, create] = useMutation(CreatePixel)
  const [change, update] = useMutation(UpdatePixel)
  const state = pixel ? change : creation
  const problems = problemOf(state.error)?.fields ?? {}
  const provider = providers[type]
  const submit = async () => {
    const values = { name: given.trim() || provider.name, pixelId: pixelId.trim() }
    const saved = pixel
      ? (await update({ id: pixel.id, input: values })).data?.updatePixel
      : (await create({ input: { ...values, pixelType: type } })).data?.createPixel
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={pixel ? t('labels.editTitle', { name: pixel.name }) : t('pixels.new')}
      action={t('edit.save')}
      state={state}
      fields={['name', 'pixelId']}
      kind="drawer"
      isIncomplete={!pixelId.trim()}
      onClose={onClose}
      onSubmit={submit}
    >
      {pixel ? (
        <p>{provider.name}</p>
      ) : (
        <Select
          label={t('pixels.provider')}
          value={type}
          options={pixelTypes.map((each) => [each, providers[each].name] as const)}
          onChange={setType}
        />
      )}
      <Field
        label={t('form.pixelId')}
        placeholder={provider.example}
        autoFocus
        maxLength={64}
        value={pixelId}
        onChange={setPixelId}
        problem={problems.pixelId}
        hint={t('pixels.id.hint', { provider: provider.name, example: provider.example })}
      />
      <Field
        label={t('labels.name')}
        placeholder={provider.name}
        maxLength={64}
        value={given}
        onChange={setGiven}
        problem={problems.name}
        hint={t('pixels.name.hint')}
      />
      <ConsentSample types={[type]} />
    </FormDialog>
  )
}
