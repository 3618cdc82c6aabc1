import type { ReactElement } from 'react';

import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';

// Members of this niche are looking for their own gender (specification, section 9).
const gayNiche = 7;

/** A form that works without JavaScript and prefills the sign-up. On phones only a button, so that the page fits. */
export function JoinForm({ niche }: { niche: number }): ReactElement {
  const say = useSay();
  const to = withSource(pathTo('signup'), useCarriedSource());
  return (
    <>
      <LinkButton to={to} wide className="md:hidden">
        {say('landing.join')}
      </LinkButton>
      {/* Posted, so that the email address stays out of the URL. `begin` opens the sign-up with these values. */}
      <form action={to} method="post" className="hidden gap-3.5 md:grid">
        <input type="hidden" name="begin" value="1" />
        <Choices niche={niche} />
        <Field label={say('landing.email')}>
          <TextInput type="email" name="email" autoComplete="email" placeholder={say('landing.email-example')} />
        </Field>
        <Button type="submit" wide>
          {say('landing.join')}
        </Button>
      </form>
    </>
  );
}

function Choices({ niche }: { niche: number }): ReactElement {
  const say = useSay();
  return (
    <div className="grid grid-cols-[4fr_5fr] gap-3">
      <Segmented
        label={say('landing.i-am')}
        name="gender"
        defaultValue={niche === gayNiche ? 'male' : 'female'}
        options={[
          { value: 'female', label: say('landing.i-am.female') },
          { value: 'male', label: say('landing.i-am.male') },
        ]}
      />
      <Segmented
        label={say('landing.looking')}
        name="looking_for"
        defaultValue="male"
        options={[
          { value: 'female', label: say('landing.looking.female') },
          { value: 'male', label: say('landing.looking.male') },
          { value: 'both', label: say('landing.looking.both') },
        ]}
      />
    </div>
  );
}
