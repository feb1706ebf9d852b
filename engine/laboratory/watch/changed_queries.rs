//! Finds the queries whose meaning differs between two versions of a base. The source of such a query has changed, or
//! the source of a predicate or rule on which the query depends has changed.

use blanche_sorted::SortedSet;
use noire_engine::bases::Question;
use noire_engine::facts::Base;

/// The titles of the queries whose answers may have changed, and of the queries that exist in only one of the two
/// versions.
pub fn changed_queries(now: &Base, before: &Base) -> SortedSet<String> {
    let old: Vec<(String, Question)> = titled(before).collect();
    let is_same = |title: &str, question: Question| {
        let known = old.iter().find(|(one, _)| one == title);
        known.is_some_and(|(_, known)| now.means_the_same(question, before, *known))
    };
    let new: Vec<(String, Question)> = titled(now).collect();
    let others = new.iter().filter(|(title, question)| !is_same(title, *question));
    let gone = old.iter().filter(|(title, _)| new.iter().all(|(one, _)| one != title));
    others.chain(gone).map(|(title, _)| title.clone()).collect()
}

fn titled(base: &Base) -> impl Iterator<Item = (String, Question)> {
    Question::all(base.contents()).into_iter().map(|question| (question.title(base.contents()), question))
}
