/** The props of a group of radio buttons, shared by the segmented control and the cards. */
export type ChoiceProps<Value extends string> = {
  /** The question, visible or (see `labelHidden`) for screen readers only. */
  label: React.ReactNode;
  labelHidden?: boolean;
  name: string;
  /** Pass `value` with `onChange` for a controlled choice, `defaultValue` to leave it to the form. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  required?: boolean;
  /** The error of the choice; the segmented control connects it to the group. */
  error?: React.ReactNode;
  className?: string;
};
