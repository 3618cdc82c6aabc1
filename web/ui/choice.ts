/** What a group of radio buttons offers and how it reports; shared by the segmented control and the cards. */
export type ChoiceProps<Value extends string> = {
  /** The question, for everyone or (see `labelHidden`) for those who listen. */
  label: React.ReactNode;
  labelHidden?: boolean;
  /** The field's name in the form. */
  name: string;
  /** Give `value` with `onChange` to hold the choice outside, `defaultValue` to leave it to the form. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  required?: boolean;
  /** What is wrong with the choice; the segmented control connects it with the group. */
  error?: React.ReactNode;
  className?: string;
};
