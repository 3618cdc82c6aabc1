import { useEffect, useState } from 'react';

/** The value, updated only when it has not changed for a while: typing does not call the server at every key. */
export function useDebounced<Value>(value: Value, restMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return later;
}
