import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Form, Link, useLocation, useNavigate, useSearchParams } from 'react-router';

import type { Interest } from '../../../contract/members/interests.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { isStillHere } from '../../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, GroupLabel, Select } from '../../ui/field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { reachIn, usePlaceWords } from '../build-caption.ts';
import {
  type Filters,
  countFilters,
  homeCountry,
  noFilters,
  searchAddress,
  useOfferedFilters,
} from '../search/filters.ts';
import { NeedsTown } from '../finder-link.tsx';
import { ListedMemberCard, useCardContext } from '../member-card.tsx';
import { ChipChoice, Options, toggleIn } from '../choices.tsx';
import {
  type Answers,
  type Askable,
  type Homes,
  type Question,
  type Reach,
  soughtInterestsMax,
  findAskable,
  listAsked,
  dropImpossible,
  reaches,
  readAnswers,
  readStep,
  stepPath,
  times,
  useWideningSearch,
  writeAnswers,
} from './answers.ts';

/** The address holds step and answers for reloads and the back button. Each step is a form that needs no JavaScript. */
export function Quiz(): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const offered = useOfferedFilters();
  const askable = user ? findAskable(offered, user) : { hasTown: false, interests: offered.interests };
  const asked = listAsked(askable);
  const { answers, step, change } = useAnswers(asked.length, askable);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useLayoutEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  if (!user) return null;
  const question = asked[step];
  const Fields = question && fieldsByQuestion[question];
  const title = (text: string): ReactElement => (
    <h2 ref={heading} tabIndex={-1} className="speak text-20 outline-none">
      {text}
    </h2>
  );
  return (
    <Card as="section" className="w-full">
      {!question || !Fields ? (
        <QuizResult
          answers={answers}
          asked={asked}
          homes={{ home: homeCountry(settings, user), own: user.profile.country }}
          title={title(say('match-finder.result'))}
        />
      ) : (
        <Step
          answers={answers}
          step={step}
          asked={asked}
          question={question}
          title={title(say(`match-finder.${question}`))}
        >
          <Fields answers={answers} hasTown={askable.hasTown} onChange={change} />
        </Step>
      )}
    </Card>
  );
}

function useAnswers(
  count: number,
  askable: Askable,
): { answers: Answers; step: number; change: (part: Partial<Answers>) => void } {
  const [query] = useSearchParams();
  const here = useLocation();
  const navigate = useNavigate();
  const [given, setGiven] = useState(() => readAnswers(query));
  const answers = dropImpossible(given, askable);
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
      <div className="flex flex-wrap justify-end gap-2.5">
        {step > 0 && (
          <LinkButton to={stepPath(answers, step - 1)} preventScrollReset variant="quiet">
            {say('common.back')}
          </LinkButton>
        )}
        <Button type="submit">{say(step === asked.length - 1 ? 'match-finder.to-result' : 'match-finder.next')}</Button>
      </div>
    </Form>
  );
}

function Progress({ step, count }: { step: number; count: number }): ReactElement {
  const say = useSay();
  return (
    <div className="grid gap-2">
      <p className="text-13 text-ink-2" aria-live="polite">
        {say('match-finder.progress', { step: step + 1, count })}
      </p>
      <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-1.5">
        {Array.from({ length: count }, (_, place) => (
          <span key={place} className={cx('h-1 rounded-pill', place <= step ? 'bg-primary' : 'bg-sunken')} />
        ))}
      </div>
    </div>
  );
}

interface FieldsProps {
  answers: Answers;
  hasTown: boolean;
  onChange: (part: Partial<Answers>) => void;
}

const fieldsByQuestion: Record<Question, (props: FieldsProps) => ReactElement> = {
  interests: InterestsField,
  far: Far,
  time: Time,
};

function Far({ answers, hasTown, onChange }: FieldsProps): ReactElement {
  const say = useSay();
  const words = usePlaceWords();
  const offered = useOfferedFilters();
  const { data: user } = useQuery(userQuery);
  const label = (far: Reach): string => {
    if (far === 'country')
      return say('match-finder.far-country', { country: user ? words.country(user.profile.country) : '' });
    return far === 'all' ? say('match-finder.far-all') : say('members.within', reachIn(words, far));
  };
  const reachable = hasTown ? reaches : reaches.filter((far) => far === 'country' || far === 'all');
  return (
    <>
      <Field label={say('members.distance')} help={say('match-finder.far-help')}>
        <Select name="far" value={answers.far} onChange={(event) => onChange({ far: event.target.value as Reach })}>
          <Options of={reachable.map((far) => ({ value: far, label: label(far) }))} />
        </Select>
      </Field>
      {offered.distance && !hasTown && <NeedsTown />}
    </>
  );
}

function Time({ answers, onChange }: FieldsProps): ReactElement {
  const say = useSay();
  return (
    <RadioCards
      label={say('match-finder.time')}
      labelHidden
      name="time"
      value={answers.time}
      onChange={(time) => onChange({ time })}
      options={times.map((time) => ({
        value: time,
        title: say(`match-finder.time-${time}`),
        detail: say(`match-finder.time-${time}-help`),
      }))}
    />
  );
}

const shownFirst = 12;

/** The field of interests, not folded as in the filters: a shared chunk costs every search 0.5 KB. */
function InterestsField({ answers, onChange }: FieldsProps): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const offered = useOfferedFilters().interests ?? [];
  const chosen = answers.interests;
  // Chips keep their positions while they are pressed.
  const [first] = useState(() => new Set<Interest>([...chosen, ...(user?.profile.interests ?? [])]));
  const sorted = offered.toSorted((a, b) => Number(first.has(b)) - Number(first.has(a)));
  const isFull = chosen.length >= soughtInterestsMax;
  const chips = (keys: readonly Interest[]): ReactElement => (
    <ChipChoice<Interest>
      name="interests"
      values={keys}
      chosen={chosen}
      sentence={(key) => `interests.${key}`}
      onToggle={(key) => {
        if (!isFull || chosen.includes(key)) onChange({ interests: toggleIn(chosen, key) });
      }}
    />
  );
  const rest = sorted.slice(shownFirst);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <GroupLabel hidden>{say('match-finder.interests')}</GroupLabel>
      <p className="text-13 text-ink-2" aria-live="polite">
        {say(isFull ? 'members.interests-full' : 'match-finder.interests-help', { max: soughtInterestsMax })}
      </p>
      {chips(sorted.slice(0, shownFirst))}
      {rest.length > 0 && (
        <details>
          <summary className="-ml-2 inline-flex min-h-11 items-center rounded-pill px-2 text-13 font-bold text-primary-ink hover:bg-primary-soft">
            {say('members.interests-more', { count: rest.length })}
          </summary>
          <div className="mt-2">{chips(rest)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface ResultProps {
  answers: Answers;
  asked: readonly Question[];
  homes: Homes;
  title: ReactNode;
}

function QuizResult({ answers, asked, homes, title }: ResultProps): ReactElement {
  const say = useSay();
  const reachWords = useReachWords();
  const { far, filters, found, error, retry } = useWideningSearch(answers, homes);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        {title}
        <div className="grid gap-2 text-ink-2" aria-live="polite">
          {found && <p>{say(found.more ? 'members.count-more' : 'members.count', { count: found.numResults })}</p>}
          {found && found.numResults > 0 && far !== answers.far && (
            <p className="text-ink">{reachWords('wider', far)}</p>
          )}
          {!found && !error && <Skeleton className="my-0.5 w-48" />}
        </div>
        {!found && error && <RetryAlert error={error} retry={retry} />}
      </div>
      {found?.numResults === 0 ? <Nobody filters={filters} /> : <Faces filters={filters} members={found?.results} />}
      <ul className="grid">
        {asked.map((question, step) => (
          <li key={question} className="flex items-start gap-4 border-t border-line py-3">
            <div className="min-w-0 flex-1">
              <Why question={question} answers={answers} />
            </div>
            <Link
              to={stepPath(answers, step)}
              preventScrollReset
              aria-label={say('match-finder.change-answer', { question: say(`match-finder.${question}`) })}
              className="reach shrink-0 rounded-small text-13 font-bold text-primary-ink hover:underline"
            >
              {say('match-finder.change')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says how far the search goes: as far as was answered (`why`) or further (`wider`). */
function useReachWords(): (how: 'why' | 'wider', far: Reach) => string {
  const words = usePlaceWords();
  const { say, country } = words;
  const { data: user } = useQuery(userQuery);
  return (how, far) => {
    if (far === 'all') return say(`match-finder.${how}-all`);
    if (far === 'country')
      return say(`match-finder.${how}-country`, { country: user ? country(user.profile.country) : '' });
    return say(`match-finder.${how}-far`, { ...reachIn(words, far), town: user?.profile.town?.name ?? '' });
  };
}

const facesShown = 4;
/** The others are hidden there by style, and as lazy pictures not loaded. */
const facesOnPhones = 2;

/** The first members found, above the way to all of them. */
function Faces({ filters, members }: { filters: Filters; members: readonly ProfileSummary[] | undefined }) {
  const say = useSay();
  const search = searchAddress(filters);
  const context = useCardContext(search);
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-4 md:gap-4 max-sm:*:nth-[n+3]:hidden">
        {members
          ? members.slice(0, facesShown).map((member, place) => (
              <li key={member.id}>
                <ListedMemberCard member={member} eager={place < facesOnPhones} context={context} suggested />
              </li>
            ))
          : Array.from({ length: facesShown }, (_, place) => (
              <li key={place} aria-hidden="true">
                <Skeleton shape="photo" />
              </li>
            ))}
      </ul>
      <LinkButton to={{ pathname: pathTo('members'), search }} className="sm:justify-self-end">
        {say('match-finder.see')}
      </LinkButton>
    </>
  );
}

/** Nobody matches in any country. The way on is a search without the other answers or, without any, the profile. */
function Nobody({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const open: Filters = { ...noFilters, country: filters.country, order: filters.order };
  const count = countFilters(filters) - countFilters(open);
  return (
    <>
      <p className="text-ink-2">
        {say('match-finder.nowhere')} {say(count > 0 ? 'members.empty-text' : 'members.empty-text-all', { count })}
      </p>
      <LinkButton
        to={count > 0 ? { pathname: pathTo('members'), search: searchAddress(open) } : pathTo('profile')}
        className="sm:justify-self-end"
      >
        {count > 0 ? say('members.widen', { count }) : say('members.to-profile')}
      </LinkButton>
    </>
  );
}

function Why({ question, answers }: { question: Question; answers: Answers }): ReactElement {
  const say = useSay();
  const reachWords = useReachWords();
  const { interests, far, time } = answers;
  if (question === 'time') return <p>{say(`match-finder.why-${time}`)}</p>;
  if (question === 'far') return <p>{reachWords('why', far)}</p>;
  if (interests.length === 0) return <p>{say('match-finder.why-interests-open')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>{say('match-finder.why-interests')}</p>
      {interests.map((key) => (
        <Tag key={key}>{say(`interests.${key}`)}</Tag>
      ))}
    </div>
  );
}
