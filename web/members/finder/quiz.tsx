import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate, useSearchParams } from 'react-router';

import { isStillHere } from '../../platform/is-still-here.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { homeCountry } from '../search/filters.ts';
import { onlyOffered, useOfferedFilters } from '../search/offered-filters.ts';
import {
  type Answers,
  type Askable,
  type Question,
  toFilters,
  possible,
  questions,
  readAnswers,
  readStep,
  writeAnswers,
} from './answers.ts';
import { QuestionFields } from './question-fields.tsx';
import { QuizResult } from './quiz-result.tsx';
import { stepPath } from './step-path.ts';

/**
 * The questions one by one, then the search. The address holds step and answers, so that reloads and the back button
 * keep them. Each step is a plain form, which works without JavaScript.
 */
export function Quiz(): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const offered = useOfferedFilters();
  const asked = questions.filter((one) => one !== 'interests' || offered.interests?.length !== 0);
  const hasTown = offered.distance && Boolean(user?.profile.town);
  const { answers, step, change } = useAnswers(asked.length, { hasTown, interests: offered.interests });
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  if (!user) return null;
  const question = asked[step];
  const filters = toFilters(answers, homeCountry(settings, user), user.profile.country);
  const title = (text: string): ReactElement => (
    <h2 ref={heading} tabIndex={-1} className="speak text-20 outline-none">
      {text}
    </h2>
  );
  return (
    <Card as="section" className="w-full">
      {question === undefined ? (
        <QuizResult
          answers={answers}
          asked={asked}
          filters={onlyOffered(filters, offered)}
          title={title(say('finder.result'))}
        />
      ) : (
        <Step answers={answers} step={step} asked={asked} question={question} title={title(say(`finder.${question}`))}>
          <QuestionFields question={question} answers={answers} hasTown={hasTown} onChange={change} />
        </Step>
      )}
    </Card>
  );
}

/** The answers are kept while the page is open; the address follows them. */
function useAnswers(
  count: number,
  askable: Askable,
): { answers: Answers; step: number; change: (part: Partial<Answers>) => void } {
  const [query] = useSearchParams();
  const here = useLocation();
  const navigate = useNavigate();
  const [given, setGiven] = useState(() => readAnswers(query));
  const answers = possible(given, askable);
  const step = readStep(query, count);
  const wanted = writeAnswers(answers, step);
  const isWritten = !query.has('step') || writeAnswers(readAnswers(query), step) === wanted;
  const isBegun = wanted !== writeAnswers(readAnswers(new URLSearchParams()), 0);
  useEffect(() => {
    if ((query.has('step') ? isWritten : !isBegun) || !isStillHere(here)) return;
    void navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  }, [query, isWritten, isBegun, wanted, here, navigate]);
  return { answers, step, change: (part) => setGiven((now) => ({ ...now, ...part })) };
}

interface StepProps {
  answers: Answers;
  step: number;
  asked: readonly Question[];
  question: Question;
  title: ReactNode;
  children: ReactNode;
}

function Step({ answers, step, asked, question, title, children }: StepProps): ReactElement {
  const say = useSay();
  const others = new URLSearchParams(writeAnswers(answers, step + 1));
  others.delete(question);
  return (
    <Form method="get" action={pathTo('match-finder')} preventScrollReset className="grid grid-cols-1 gap-5">
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-4">
        <Progress step={step} count={asked.length} />
        {title}
      </div>
      {children}
      <div className="flex flex-wrap-reverse justify-end gap-2.5">
        {step > 0 && (
          <LinkButton to={stepPath(answers, step - 1)} preventScrollReset variant="quiet">
            {say('common.back')}
          </LinkButton>
        )}
        <Button type="submit">{say(step === asked.length - 1 ? 'finder.to-result' : 'finder.next')}</Button>
      </div>
    </Form>
  );
}

function Progress({ step, count }: { step: number; count: number }): ReactElement {
  const say = useSay();
  return (
    <div className="grid gap-2">
      <p className="text-13 text-ink-2" aria-live="polite">
        {say('finder.progress', { step: step + 1, count })}
      </p>
      <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-1.5">
        {Array.from({ length: count }, (_, place) => (
          <span key={place} className={cx('h-1 rounded-pill', place <= step ? 'bg-primary' : 'bg-sunken')} />
        ))}
      </div>
    </div>
  );
}
