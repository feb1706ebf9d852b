//! The compiled rules (stand-in while the emitter is being written: this is what it will emit for the domain).

#[allow(missing_docs)]
pub mod five_in_a_row {
    use blanche_compiler::runtime::LimitReached;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Field(pub u16);
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Group(pub u16);
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Color {
        None,
        White,
        Black,
        Both,
    }
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Direction {
        Row,
        Column,
        Rising,
        Falling,
    }
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Cardinality(pub u16);
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Place(pub u16);

    pub trait FiveInARowFacts: Sized {
        fn group_color_n(&self, group: Group) -> Option<(Color, Cardinality)>;
        fn group_group(&self, color: Color, n: Cardinality) -> impl Iterator<Item = Group> + use<Self>;
        fn in_holds(&self, field: Field, group: Group, first: Place, last: Place) -> bool;
        fn in_field(&self, group: Group, first: Place, last: Place) -> impl Iterator<Item = Field> + use<Self>;
        fn in_group(&self, field: Field, first: Place, last: Place) -> impl Iterator<Item = Group> + use<Self>;
        fn color_color(&self, field: Field) -> Option<Color>;
        fn color_field(&self, color: Color) -> impl Iterator<Item = Field> + use<Self>;
        fn direction_direction(&self, group: Group) -> Option<Direction>;
        fn direction_group(&self, direction: Direction) -> impl Iterator<Item = Group> + use<Self>;
        fn last_move_field(&self) -> Option<Field>;
        fn lead_to_black_loss_holds(
            &mut self,
            fields: &[Field],
            asks: &mut dyn FnMut(&mut Self) -> Result<bool, LimitReached>,
        ) -> Result<bool, LimitReached>;
    }
}
