import { getMetadataStorage as getValidators } from 'class-validator'
import { type ClassType, getMetadataStorage, InputType } from 'type-graphql'

/** The fields of an input that changes what another one creates. Each operation decides which of them may be null. */
type Changes<T> = { [Name in keyof T]?: T[Name] | null }

/**
 * The base class of an input that changes what `Create` creates. It has the fields of `Create` with their bounds and their
 * names over REST, each optional and without its default, but for the fixed ones, which cannot be changed.
 */
export function changesOf<T extends object, Fixed extends keyof T & string = never>(
  Create: ClassType<T>,
  ...fixed: Fixed[]
): ClassType<Changes<Omit<T, Fixed>>> {
  @InputType()
  class ChangesInput {}

  const isChangeable = (name: string) => !fixed.some((each) => each === name)
  const storage = getMetadataStorage()
  const [fields, extensions] = [[...storage.fields], [...storage.fieldExtensions]]
  for (const ancestor of listAncestors(Create)) {
    for (const field of fields.filter(({ target, name }) => target === ancestor && isChangeable(name))) {
      // Only this call finds out whether the type is a list, and says so in the options.
      field.getType()
      const typeOptions = { ...field.typeOptions, nullable: true, defaultValue: undefined }
      storage.collectClassFieldMetadata({ ...field, target: ChangesInput, typeOptions })
    }
    for (const each of extensions.filter(({ target, fieldName }) => target === ancestor && isChangeable(fieldName)))
      storage.collectExtensionsFieldMetadata({ ...each, target: ChangesInput })
  }
  const validators = getValidators()
  for (const validator of validators.getTargetValidationMetadatas(Create, '', false, false))
    if (isChangeable(validator.propertyName)) validators.addValidationMetadata({ ...validator, target: ChangesInput })
  return ChangesInput as ClassType
}

/** The class and its ancestors, the first ancestor first. */
function listAncestors(type: ClassType): ClassType[] {
  const parent = Object.getPrototypeOf(type)
  return parent === Function.prototype ? [type] : [...listAncestors(parent), type]
}
